import { readFile } from 'node:fs/promises'
import { InvalidFileError } from '#server/media/file-errors.ts'

/** Names of protections in the encryption dictionary, which is never encrypted or compressed itself (ISO 32000-1 §7.6.1). */
const CERTIFICATES = '/Adobe.PubSec'
const FILTER = /\/Filter\s*\/((?!Standard\b|\w+Decode\b|Adobe\.PPKLite\b)[\w.#-]{1,40})/g

/** Returns the error for a PDF whose encryption pdf.js does not support, or undefined for another error. */
export async function describeProtection(file: string | Uint8Array, error: unknown): Promise<InvalidFileError | undefined> {
  const message = error instanceof Error ? error.message : ''
  if (/unsupported encryption/i.test(message))
    return new InvalidFileError('It is encrypted in an unknown way. Save it again without encryption.')
  if (!/unknown encryption/i.test(message)) return undefined
  const text = Buffer.from(typeof file === 'string' ? await readFile(file) : file).toString('latin1')
  if (text.includes(CERTIFICATES))
    return new InvalidFileError('It is encrypted for the certificates of certain people. Save it again without encryption.')
  const filter = [...text.matchAll(FILTER)].at(-1)?.[1]
  return new InvalidFileError(`It is copy-protected${filter ? ` (${filter})` : ''}. Choose a PDF without copy protection.`)
}
