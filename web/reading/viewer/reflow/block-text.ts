import type { FlowBlock } from '#contracts/reading/book-reflow.ts'

/** Returns the block's text without styles; empty for a picture. Positions count its characters. */
export function blockText(block: FlowBlock): string {
  if (block.kind === 'picture') return ''
  return block.text.map((span) => (typeof span === 'string' ? span : span[0])).join('')
}

type Group = { kind: 'list' | 'notes' | 'single'; blocks: { block: FlowBlock; index: number }[] }

const GROUPED: Partial<Record<FlowBlock['kind'], Group['kind']>> = { 'list-item': 'list', note: 'notes' }

/** Groups consecutive list items into a list and consecutive notes into a group; every other block is its own group. */
export function groupBlocks(blocks: FlowBlock[]): Group[] {
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
export function headingLevels(blocks: FlowBlock[]): (number | undefined)[] {
  let above = 2
  return blocks.map((block) => {
    if (block.kind !== 'heading') return undefined
    above = Math.min(block.level + 2, above + 1)
    return above
  })
}
