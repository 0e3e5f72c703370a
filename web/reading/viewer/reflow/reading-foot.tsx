import Highlighter from 'lucide-react/icons/highlighter'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { BookReflow, ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { DownloadLink, PageNumber, UnfoldButton } from '#web/reading/viewer/controls/controls.tsx'
import { PanelButton } from '#web/reading/viewer/controls/viewer-panel.tsx'
import type { ViewedBook } from '#web/reading/viewer/page/viewed-book.ts'
import { AloudButtons } from './aloud/aloud-buttons.tsx'
import type { useReadAloud } from './aloud/use-read-aloud.ts'
import type { Place } from './position.ts'
import { describeTimeLeft } from './time-left.ts'

/** Footer of the reading view: page of the paper book, reading time left in the chapter, and the text tools. */
export function ReadingFoot({
  contents,
  place,
  blocks,
  aloud,
  book,
}: {
  contents: BookReflow
  place: Place | undefined
  /** Blocks of the part that contains `place` */
  blocks: ReflowBlock[] | undefined
  aloud: ReturnType<typeof useReadAloud>
  book: ViewedBook
}) {
  return (
    <footer className="viewer-foot">
      <div className="viewer-turn">
        <PageNumber silent />
        {place && blocks && <span className="reading-left">{describeTimeLeft(contents.parts, place, blocks)}</span>}
        <UnfoldButton />
      </div>
      <div className="viewer-more">
        <DownloadLink book={book} />
        <div className="reading-tools">
          <AloudButtons aloud={aloud} onStart={() => place && aloud.play(place)} />
          <PanelButton opens="highlights" label="Highlights and notes">
            <Highlighter aria-hidden />
          </PanelButton>
          <PanelButton opens="reading" label="Text settings">
            <SlidersHorizontal aria-hidden />
          </PanelButton>
        </div>
      </div>
    </footer>
  )
}
