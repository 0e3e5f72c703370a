import { readdirSync, statSync, rmSync, appendFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { join } from 'node:path'
import { withSandbox, runSandboxTask } from '#server/media/sandbox/sandbox.ts'
import { previewLength } from '#server/media/pdf/preview-length.ts'
const rule = { percent: 10, least: 6, most: 20 }
const files = [...(readdirSync('/work/shared/corpus', { recursive: true }) as string[]).filter((name) => /\.pdf$/i.test(name)).map((name) => join('/work/shared/corpus', name)), ...readdirSync('demo/files/books').filter((n) => n.endsWith('.pdf')).slice(0, 4).map((n) => join(process.cwd(), 'demo/files/books', n))]
const out = '/tmp/reader-previews.jsonl'
for (const path of files) {
  const row: Record<string, unknown> = { path: path.replace('/work/shared/corpus/', ''), bytes: statSync(path).size }
  try {
    const info = await runSandboxTask({ kind: 'pdf', path })
    const pages = info.pageCount ?? 0
    const n = previewLength(pages, rule)
    Object.assign(row, { pages, n, encrypted: info.encrypted })
    if (n > 0) {
      const target = `/tmp/reader-previews/${Math.random()}.pdf`
      const at = performance.now()
      try {
        const { pageCount } = await runSandboxTask({ kind: 'preview', path, target, rule }, { writable: '/tmp/reader-previews', workMs: 20_000 })
        row.preview = pageCount === null ? 'none' : statSync(target).size
      } catch (error) { row.preview = String((error as Error).message) }
      row.ms = Math.round(performance.now() - at)
      rmSync(target, { force: true })
      const failed: string[] = []
      let bytes = 0
      const numbers = Array.from({ length: Math.min(n, 8) }, (_, i) => i + 1)
      await withSandbox({ kind: 'page-pictures', path }, async (draw) => {
        for (const page of numbers) {
          try { bytes += (await draw({ kind: 'page-pictures', path, page, widths: [720], format: 'avif' }, { workMs: 6000 })).pictures[0]?.content.length ?? 0 }
          catch (error) { failed.push(`${page}: ${(error as Error).message}`) }
        }
      })
      let texts = 0
      try {
        const found = await runSandboxTask({ kind: 'page-texts', path, pages: numbers })
        texts = found.texts.reduce((sum, text) => sum + brotliCompressSync(JSON.stringify(text), { params: {} }).length, 0)
      } catch {}
      Object.assign(row, { drawn: numbers.length, failed, pictureBytes: bytes, textBytes: texts })
    }
  } catch (error) { row.refused = String((error as Error).message) }
  appendFileSync(out, `${JSON.stringify(row)}\n`)
}
