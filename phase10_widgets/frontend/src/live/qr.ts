/** Return the QR code of a link as the address of a picture; the service draws it. Empty if it does not answer. */
export async function picture(base: string, link: string): Promise<string> {
  try {
    const answer = await fetch(`${base}live/qr`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text: link }) });
    return answer.ok ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await answer.text())}` : "";
  } catch {
    return "";
  }
}
