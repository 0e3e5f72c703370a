import type { Manifest } from './archive-format.ts'
import { readArchive } from './read-archive.ts'
import { requireKnownMigrations } from './schema-state.ts'

/** Reads and verifies a whole archive. Throws a CommandError when it is damaged, or newer than this code. */
export async function checkArchive(
  path: string,
  {
    signal,
    onManifest,
    onBytes,
  }: { signal?: AbortSignal; onManifest?: (manifest: Manifest) => void; onBytes?: (bytes: number) => void } = {},
) {
  const drain = async (content: AsyncIterable<Buffer>) => {
    for await (const chunk of content) onBytes?.(chunk.length)
  }
  await readArchive(
    path,
    {
      manifest: (manifest) => {
        requireKnownMigrations(manifest)
        onManifest?.(manifest)
      },
      table: (_table, content) => drain(content),
      file: (_key, content) => drain(content),
    },
    signal,
  )
}
