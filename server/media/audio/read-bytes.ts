import type { FileHandle } from 'node:fs/promises'

/** Reads bytes at a position of a file. Returns fewer bytes at the end of the file. */
export async function readBytes(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at)
  return buffer.subarray(0, bytesRead)
}
