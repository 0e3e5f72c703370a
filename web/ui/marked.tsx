/** Text with highlighted matches. The text is given in pieces, of which every second piece is a match. */
export function Marked({ text }: { text: string[] }) {
  return text.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text are never reordered.
      <mark key={index} className="rounded-xs bg-lamp-2/35 px-0.5 text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
