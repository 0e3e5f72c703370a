import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'

/** Returns a block's text without styles; empty for a picture. Text offsets count the characters of this text. */
export function blockText(block: ReflowBlock): string {
  if (block.kind === 'picture') return ''
  return block.text.map((span) => (typeof span === 'string' ? span : span[0])).join('')
}
