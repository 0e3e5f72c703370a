import type { FieldChange } from './section-schema.ts'

/** List of changed fields, each with the previous and the new text. */
export function ChangeList({
  changes,
  none = 'There are no differences from the published version.',
}: {
  changes: FieldChange[]
  none?: string
}) {
  if (changes.length === 0) return <p className="text-base text-soft">{none}</p>
  return (
    <dl className="grid gap-4">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="[overflow-wrap:anywhere]">
          <dt className="font-semibold text-base">{field}</dt>
          <dd className="mt-1 text-base text-soft">{before ? <del>{before}</del> : 'Not present'}</dd>
          <dd className="mt-1 text-base">{after ? <ins className="no-underline">{after}</ins> : 'Removed'}</dd>
        </div>
      ))}
    </dl>
  )
}
