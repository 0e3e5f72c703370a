import { memo, type ReactNode, useMemo } from 'react'
import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock as Block } from '#contracts/reading/book-reflow.ts'
import { colorOf, type Highlight } from '#web/lib/highlights/stored-highlights.ts'
import { anchorPassage } from '#web/reading/viewer/book/highlights.ts'
import { A4, pageName, type ReflowSource } from '#web/reading/viewer/book/page-source.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import type { SpokenSentence } from './aloud/read-aloud.ts'
import { findPageStart, groupBlocks, headingLevels, pageMarks } from './blocks.ts'
import type { Mark } from './cut-text.ts'
import { placeName } from './dom-text.ts'
import { PageMark, ReflowBlock } from './reflow-block.tsx'
import { ReflowPicture } from './reflow-picture.tsx'

const NONE: Mark[] = []
const StillBlock = memo(ReflowBlock)

/** The blocks of one part of the text. */
export function ReflowPart({
  part,
  blocks,
  pageBefore,
  highlights,
  spoken,
  reflow,
}: {
  part: number
  blocks: Block[]
  /** Page of the last page mark before this part */
  pageBefore: number
  highlights: Highlight[]
  /** Sentence of this part being read aloud; undefined while another part or nothing is read */
  spoken: SpokenSentence | undefined
  reflow: Pick<ReflowSource, 'fetchPicture' | 'fetchImage'>
}) {
  const { source } = useViewer()
  const { labels, sizes } = source
  const layout = useMemo(
    () => ({ groups: groupBlocks(blocks), levels: headingLevels(blocks), pages: pageMarks(blocks, pageBefore) }),
    [blocks, pageBefore],
  )
  const marks = useMarks(part, blocks, highlights)
  const nameOfPage = useMemo(() => (page: number) => pageName({ labels }, page), [labels])

  function renderBlock(block: Block, index: number): ReactNode {
    const name = placeName({ part, block: index })
    const pages = layout.pages[index] ?? []
    if (block.kind !== 'picture') {
      const still = marks.get(index) ?? NONE
      const all = spoken?.block === index ? [...still, { kind: 'spoken' as const, from: spoken.offset, to: spoken.to }] : still
      return (
        <StillBlock key={index} block={block} name={name} pages={pages} nameOfPage={nameOfPage} marks={all} level={layout.levels[index]} />
      )
    }
    return (
      <div key={index} className="reading-figure">
        {pages[0] && <PageMark label={nameOfPage(pages[0][1])} />}
        <ReflowPicture block={block} name={name} reflow={reflow} points={sizes[block.page - 1] ?? A4} pageLabel={nameOfPage(block.page)} />
      </div>
    )
  }

  return layout.groups.map(({ kind, blocks: grouped }) => {
    const rendered = grouped.map(({ block, index }) => renderBlock(block, index))
    const key = grouped[0]?.index
    if (kind === 'list')
      return (
        // The role is set, since some screen readers don't announce a list whose markers are removed by CSS.
        // biome-ignore lint/a11y/noRedundantRoles: see above
        <ul key={key} role="list" className="reading-list">
          {rendered}
        </ul>
      )
    return kind === 'notes' || kind === 'imprint' ? (
      <div key={key} className={`reading-${kind}`}>
        {rendered}
      </div>
    ) : (
      rendered
    )
  })
}

/** Returns the marks of the highlights in each block. */
function useMarks(part: number, blocks: Block[], highlights: Highlight[]): ReadonlyMap<number, Mark[]> {
  // The dependency is a JSON string, since `highlights` is a new array on each render.
  const key = JSON.stringify(highlights)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    const texts = blocks.map(blockText)
    const pages = { first: blocks[0]?.page ?? 0, last: blocks.at(-1)?.page ?? 0, startOf: (page: number) => findPageStart(blocks, page) }
    const marks = new Map<number, Mark[]>()
    for (const highlight of highlights) {
      const { id, note } = highlight
      for (const { block, from, to } of anchorPassage(part, texts, pages, highlight))
        marks.set(block, [...(marks.get(block) ?? []), { from, to, id, kind: note ? 'noted' : 'highlight', color: colorOf(highlight) }])
    }
    return marks
  }, [part, blocks, key])
}
