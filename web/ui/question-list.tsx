import Plus from 'lucide-react/icons/plus'
import { useId, useState } from 'react'

/** Questions that expand to their answers. The answers are always in the document, for the browser's search and without scripts. */
export function QuestionList({ questions }: { questions: { question: string; answer: string }[] }) {
  return (
    <div className="border-rule border-t">
      {questions.map((each) => (
        <Question key={each.question} {...each} />
      ))}
    </div>
  )
}

function Question({ question, answer }: { question: string; answer: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const state = open ? 'open' : 'closed'
  return (
    <div className="border-rule border-b">
      <h3>
        <button
          type="button"
          id={`${id}-question`}
          aria-expanded={open}
          aria-controls={`${id}-answer`}
          data-state={state}
          onClick={() => setOpen(!open)}
          className="group flex min-h-14 w-full items-center justify-between gap-6 py-4 text-left font-medium font-serif text-title-xs leading-snug hover:text-lamp-deep md:text-title-sm"
        >
          {question}
          <Plus aria-hidden className="size-6 shrink-0 text-lamp transition-transform duration-200 group-data-[state=open]:rotate-45" />
        </button>
      </h3>
      <section
        id={`${id}-answer`}
        aria-labelledby={`${id}-question`}
        data-state={state}
        className="max-w-[68ch] pb-6 text-soft data-[state=closed]:hidden data-[state=open]:animate-unfold noscript:data-[state=closed]:block"
      >
        {answer}
      </section>
    </div>
  )
}
