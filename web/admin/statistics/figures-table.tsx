import type { ReactNode } from 'react'

export type Line = { key: string; name: ReactNode; values: ReactNode[] }

/** Table with a name and right-aligned figures in each line. `heads` are the columns after the first; one of them may be sorted. */
export function FiguresTable({
  caption,
  first,
  heads,
  lines,
}: {
  caption: ReactNode
  first: string
  heads: { name: string; content?: ReactNode; sorted?: boolean }[]
  lines: Line[]
}) {
  return (
    // The table scrolls instead of the page, since many columns are wider than a phone. The region is focusable for scrolling by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable without a pointer
    <section className="scroll-shadow min-w-0 overflow-x-auto" tabIndex={0} aria-label={typeof caption === 'string' ? caption : first}>
      <table className="w-full border-collapse text-base leading-snug">
        <caption className="mb-2 text-left font-semibold">{caption}</caption>
        <thead>
          <tr className="border-rule border-b text-sm text-soft">
            <th scope="col" className="py-1.5 text-left font-normal">
              {first}
            </th>
            {heads.map(({ name, content, sorted }) => (
              <th
                key={name}
                scope="col"
                aria-sort={sorted ? 'descending' : undefined}
                className="py-1.5 pl-3 text-right font-normal sm:pl-4"
              >
                {content ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, values }) => (
            <tr key={key} className="border-rule border-b align-top tabular-nums">
              <th scope="row" className="wrap-anywhere min-w-28 sm:min-w-40 py-2 text-left font-normal">
                {name}
              </th>
              {values.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns are never reordered
                <td key={at} className="whitespace-nowrap py-2 pl-3 text-right sm:pl-4">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
