/** An edit of a recording: the bytes to write at a position, and the number of bytes that they replace. */
export type Edit = { at: number; replaces: number; content: Uint8Array }
