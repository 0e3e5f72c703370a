import type { FlowBlock } from '#contracts/book-flow.ts'

/** The block's text without its styles; empty for a picture. Places count its characters. */
export function blockText(block: FlowBlock): string {
  if (block.kind === 'picture') return ''
  return block.text.map((span) => (typeof span === 'string' ? span : span[0])).join('')
}

type Group = { kind: 'list' | 'notes' | 'single'; blocks: { block: FlowBlock; index: number }[] }

const GROUPED: Partial<Record<FlowBlock['kind'], Group['kind']>> = { 'list-item': 'list', note: 'notes' }

/** Items that follow each other are one list, notes one group; everything else stands alone. */
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

/** The viewer's title is a heading of level 2, and no level below it is left out, by block; undefined for what is no heading. */
export function headingLevels(blocks: FlowBlock[]): (number | undefined)[] {
  let above = 2
  return blocks.map((block) => {
    if (block.kind !== 'heading') return undefined
    above = Math.min(block.level + 2, above + 1)
    return above
  })
}
