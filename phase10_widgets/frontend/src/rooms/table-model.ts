import { ConnectionModel } from "../connection/connection-model";
import type { ScreenMessage } from "../connection/connection.svelte";
import type { RoomConnection } from "./room-connection.svelte";

/** A shared table at the other end of a connection. */
export class TableModel extends ConnectionModel {
  /** `own` handles a request of the table that concerns the whole page, and returns true if it was one. */
  constructor(connection: RoomConnection, own: (message: ScreenMessage) => boolean = () => false) {
    super(connection, (message) => {
      if (!own(message)) connection.say(message.kind === "hello" ? { ...message, tokens: [] } : message);
    });
  }
}
