import type { ClientBase } from 'pg'

const BATCH = 1000

/** Every file with a row, once, in batches. */
export async function* recordedFiles(client: ClientBase): AsyncGenerator<{ key: string; bytes: number }[]> {
  let last: string | undefined = ''
  while (last !== undefined) {
    const { rows }: { rows: { key: string; bytes: string }[] } = await client.query(
      'select key, max(bytes) as bytes from media_files where key > $1 group by key order by key limit $2',
      [last, BATCH],
    )
    yield rows.map(({ key, bytes }) => ({ key, bytes: Number(bytes) }))
    last = rows.at(-1)?.key
  }
}
