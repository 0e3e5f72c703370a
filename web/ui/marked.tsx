import type { MarkedText } from '#contracts/search.ts'

/** A text with what was searched for marked. */
export function Marked({ text }: { text: MarkedText }) {
  return text.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text do not change places.
      <mark key={index} className="rounded-xs bg-lamp-2/45 px-0.5 text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
