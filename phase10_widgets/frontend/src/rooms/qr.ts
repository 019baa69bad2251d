import { query } from "./tokens";

/** Return the QR code of a link to a room as the URL of a picture, drawn by the service for the room's people; empty without an answer. */
export async function picture(base: string, link: string, token: string): Promise<string> {
  try {
    const answer = await fetch(`${base}live/qr${query(token)}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token, text: link }) });
    return answer.ok ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await answer.text())}` : "";
  } catch {
    return "";
  }
}
