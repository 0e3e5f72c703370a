import { Disclosure } from './disclosure.tsx'

/** Full description of an item, which cards truncate. */
export function Description({
  title,
  text,
  language,
  className,
}: {
  title: string
  text: string
  language?: string | null
  className?: string
}) {
  return (
    <Disclosure title={title} className={className}>
      <p lang={language ?? undefined} dir="auto" className="max-w-[68ch] whitespace-pre-line pb-3 [overflow-wrap:anywhere]">
        {text}
      </p>
    </Disclosure>
  )
}
