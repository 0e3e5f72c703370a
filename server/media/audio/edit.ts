/** Bytes to write at a position of a recording, and the number of bytes that they replace. */
export type Edit = { at: number; replaces: number; content: Uint8Array }
