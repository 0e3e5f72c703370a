import Plus from 'lucide-react/icons/plus'
import { Accordion } from 'radix-ui'

/** Questions that open onto their answers. Answers are in the document from the start, for searches and without scripts. */
export function QuestionList({ questions }: { questions: { question: string; answer: string }[] }) {
  return (
    <Accordion.Root type="multiple" className="border-rule border-t">
      {questions.map(({ question, answer }) => (
        <Accordion.Item key={question} value={question} className="border-rule border-b">
          <Accordion.Header>
            <Accordion.Trigger className="group flex min-h-14 w-full items-center justify-between gap-6 py-4 text-left font-medium font-serif text-[1.25rem] leading-snug hover:text-lamp-deep md:text-[1.4375rem]">
              {question}
              <Plus aria-hidden className="size-6 shrink-0 text-lamp transition-transform duration-200 group-data-[state=open]:rotate-45" />
            </Accordion.Trigger>
          </Accordion.Header>
          <Accordion.Content
            forceMount
            className="max-w-[68ch] pb-6 text-soft data-[state=closed]:hidden data-[state=open]:animate-unfold noscript:data-[state=closed]:block"
          >
            {answer}
          </Accordion.Content>
        </Accordion.Item>
      ))}
    </Accordion.Root>
  )
}
