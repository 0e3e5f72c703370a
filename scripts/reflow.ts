import { resolve } from 'node:path'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'

const WORK_MS = 600_000

/** Prints the reflowable text of a PDF, one block per line: `npm run reflow -- book.pdf`. */
const [file] = process.argv.slice(2)
if (file) await printReflow(resolve(file))
else console.error('Missing argument: npm run reflow -- book.pdf')

async function printReflow(path: string) {
  const task = { kind: 'book-reflow' as const, path }
  const { reflow } = await withSandbox(task, (run) => run(task, { workMs: WORK_MS }))
  if (!reflow) return console.error('The text of this file is not good enough to be offered as reflowable text.')
  for (const { title, page, blocks } of reflow.parts) {
    console.log(`\n== page ${page}: ${title ?? '(continued)'}`)
    for (const block of blocks) console.log(describe(block))
  }
}

function describe(block: ReflowBlock): string {
  if (block.kind === 'picture') return `${block.page} picture ${block.box.join(' ')}`
  const kind = block.kind === 'heading' ? `heading ${block.level}` : block.kind
  const marker = 'marker' in block && block.marker ? ` ${block.marker}` : ''
  return `${block.page} ${kind}${marker}: ${block.text.map((span) => (typeof span === 'string' ? span : span[0])).join('')}`
}
