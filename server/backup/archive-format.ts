import { z } from 'zod'
import { CommandError } from '#server/platform/problems.ts'

/* Format of a backup, which is a tar archive: first manifest.json, then database/<schema>.<table>.copy.gz in the order in which the tables
   are filled, then media/<first two digits>/<key>. The last entry is SHA256SUMS with the checksums of all previous entries, in the format
   of `sha256sum -c`. */

/** Version of the archive format, incremented when older code can't read new archives. */
export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const CHECKSUMS = 'SHA256SUMS'

const Count = z.int().min(0)

export const TableDump = z.object({
  schema: z.string(),
  name: z.string(),
  /** Names of the table's columns, without generated columns */
  columns: z.array(z.string()).min(1),
  rows: Count,
  /** Compressed */
  bytes: Count,
  sha256: z.string().length(64),
})
export type TableDump = z.infer<typeof TableDump>

export const Manifest = z.object({
  product: z.literal('lectern'),
  format: z.literal(FORMAT),
  /** Version of the product that wrote the archive */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Timestamps of the applied migrations, as assigned by drizzle-kit */
  migrations: z.array(z.int()).min(1),
  /** Dumped tables, referenced tables first */
  tables: z.array(TableDump).min(1),
  media: z.object({ files: Count, bytes: Count }),
})
export type Manifest = z.infer<typeof Manifest>

export function tableEntry({ schema, name }: { schema: string; name: string }) {
  return `database/${schema}.${name}.copy.gz`
}

export function mediaEntry(key: string) {
  return `media/${key.slice(0, 2)}/${key}`
}

export function checksumLine(sha256: string, name: string) {
  return `${sha256}  ${name}\n`
}

export function parseManifest(text: string): Manifest {
  const content = parseJson(text)
  const heading = z.object({ product: z.literal('lectern'), format: z.int() }).safeParse(content)
  if (!heading.success) throw new CommandError('This is not a backup of Lectern.')
  if (heading.data.format > FORMAT)
    throw new CommandError('This backup was created by a newer version of Lectern. Restore it with that version.')
  const manifest = Manifest.safeParse(content)
  if (!manifest.success) throw damagedBackup('its manifest is incomplete')
  return manifest.data
}

/**
 * Creates the error for a damaged backup.
 * @param what first defect found in the archive
 */
export function damagedBackup(what: string, options?: ErrorOptions) {
  return new CommandError(`This backup is damaged or incomplete: ${what}. Use another one.`, options)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
