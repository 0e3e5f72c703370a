import type { PublishingSettings } from '#site/schema.ts'

/** How a manuscript becomes a book, one step after the other. */
export function Steps({ steps }: { steps: PublishingSettings['steps'] }) {
  return (
    <ol className="grid gap-x-9 gap-y-9 sm:grid-cols-2 lg:grid-cols-5">
      {steps.map((step, index) => (
        <li key={step.title} className="border-night-rule border-t pt-5">
          <span aria-hidden className="font-serif text-title-lg text-lamp-2 leading-none">
            {index + 1}
          </span>
          <h3 className="mt-3 text-title-sm">{step.title}</h3>
          <p className="mt-2 text-md text-haze leading-normal">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
