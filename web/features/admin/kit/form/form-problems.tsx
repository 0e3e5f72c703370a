import CircleAlert from 'lucide-react/icons/circle-alert'

/** What is wrong with the whole of a form. It is announced when it appears. */
export function FormProblems({ sentences }: { sentences: string[] }) {
  return (
    <div role="alert" className="empty:hidden">
      {sentences.length > 0 && (
        <div className="flex gap-3 border-brick border-l-4 bg-brick/8 px-4 py-3 text-base">
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-brick" />
          <div className="grid min-w-0 gap-1">
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
