/** Text with several paragraphs in a readable width. */
export function Paragraphs({ text, language }: { text: string; language?: string | null }) {
  return (
    <div lang={language ?? undefined} dir="auto" className="grid max-w-[68ch] gap-[0.8em] [overflow-wrap:anywhere]">
      {text
        .split(/\n+/)
        .filter((part) => part.trim())
        .map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is displayed.
          <p key={index}>{part}</p>
        ))}
    </div>
  )
}
