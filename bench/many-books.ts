import type { Pool } from 'pg'

/** Words that titles, names and descriptions are made of, so that searches find few, many or all of the books. */
const WORDS =
  'season harvest patience wisdom river bridge lantern courage promise garden morning mountain covenant daughter father prayer work money house letter journey silence truth table seed window stone bread teacher student honest quiet brave gentle faithful grateful'.split(
    ' ',
  )

/** Fills an empty catalogue with books as they are when they were published one by one; their files are rows without bytes. */
export async function storeManyBooks(pool: Pool, count: number): Promise<void> {
  const word = (salt: string) => `words[1 + abs(hashtext(n || '${salt}')) % array_length(words, 1)]`
  const sentence = (salt: string, length: number) => Array.from({ length }, (_, at) => word(`${salt}${at}`)).join(` || ' ' || `)
  const id = (kind: string) => `'0190${kind}000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0')`
  await pool.query(
    `
    create temporary table numbered as select n, $1::text[] as words from generate_series(1, ${Number(count)}) as n`,
    [WORDS],
  )
  const picture = { width: 400, height: 600, placeholder: `data:image/webp;base64,${'A'.repeat(200)}`, sources: [] as unknown[] }
  for (const width of [160, 320, 400])
    for (const type of ['image/avif', 'image/webp'])
      picture.sources.push({ type, width, path: `${String(width).repeat(22).slice(0, 64)}.webp` })
  await pool.query(`insert into media_assets (id, kind, details) select ${id('a')}, 'image', $1::jsonb from numbered`, [
    JSON.stringify(picture),
  ])
  await pool.query(
    `insert into media_assets (id, kind, details) select ${id('b')}, 'pdf', '{"pageCount": 120, "encrypted": false}' from numbered`,
  )
  for (const [kind, role, type] of [
    ['a', 'rendition', 'image/webp'],
    ['b', 'original', 'application/pdf'],
    ['b', 'preview', 'application/pdf'],
  ])
    await pool.query(
      `
      insert into media_files (asset_id, key, role, type, bytes, audience)
      select ${id(String(kind))}, encode(sha256((n || $1)::bytea), 'hex') || '.bin', $1, $2, 1000, 'public' from numbered`,
      [role, type],
    )
  await pool.query(`
    insert into books (id, title, author, description, price_minor, categories, cover_id, pdf_id)
    select ${id('c')}, initcap(${sentence('title', 4)}) || ' ' || n, initcap(${sentence('author', 2)}), ${sentence('text', 60)},
      (n % 20) * 50, array['Teen Coaching'], ${id('a')}, ${id('b')}
    from numbered`)
  await pool.query('analyze')
}
