import { inflateSync } from 'node:zlib'

/** Returns everything in a PDF, reachable or not, decompressed; hexadecimal strings also in decoded form. */
export function contentsOfPdf(file: Uint8Array): string {
  const raw = Buffer.from(file)
  const texts = [raw.toString('latin1')]
  for (let at = raw.indexOf('stream'); at >= 0; at = raw.indexOf('stream', at + 6)) {
    const start = at + 6 + (raw[at + 6] === 13 ? 2 : 1)
    try {
      texts.push(inflateSync(raw.subarray(start), { finishFlush: 2 }).toString('latin1'))
    } catch {
      // Streams that can't be decompressed are skipped, since their bytes are in the raw text.
    }
  }
  const text = texts.join('\n')
  return text + text.replace(/<([0-9A-Fa-f\s]+)>/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'))
}
