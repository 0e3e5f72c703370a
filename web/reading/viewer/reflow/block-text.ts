import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'

/** Returns the block's text without styles; empty for a picture. Positions count its characters. */
export function blockText(block: ReflowBlock): string {
  if (block.kind === 'picture') return ''
  return block.text.map((span) => (typeof span === 'string' ? span : span[0])).join('')
}

type Group = { kind: 'list' | 'notes' | 'single'; blocks: { block: ReflowBlock; index: number }[] }

const GROUPED: Partial<Record<ReflowBlock['kind'], Group['kind']>> = { 'list-item': 'list', note: 'notes' }

/** Groups consecutive list items into a list and consecutive notes into a group; every other block is its own group. */
export function groupBlocks(blocks: ReflowBlock[]): Group[] {
  const groups: Group[] = []
  blocks.forEach((block, index) => {
    const kind = GROUPED[block.kind] ?? 'single'
    const last = groups.at(-1)
    if (last && kind !== 'single' && last.kind === kind) last.blocks.push({ block, index })
    else groups.push({ kind, blocks: [{ block, index }] })
  })
  return groups
}

/**
 * Returns the heading level of each block; undefined for other blocks. The viewer's title has level 2, and no level below it is skipped.
 */
export function headingLevels(blocks: ReflowBlock[]): (number | undefined)[] {
  let above = 2
  return blocks.map((block) => {
    if (block.kind !== 'heading') return undefined
    above = Math.min(block.level + 2, above + 1)
    return above
  })
}
