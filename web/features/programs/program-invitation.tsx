import MessageCircle from 'lucide-react/icons/message-circle'
import { ButtonLink } from '#web/ui/button.tsx'

/** The last section of a program page, with the chat link. */
export function ProgramInvitation({ title, text, button, chatLink }: { title: string; text: string; button: string; chatLink: string }) {
  return (
    <section aria-labelledby="invitation" className="bg-(--program-pale) py-16 md:py-24">
      <div className="wrap flex flex-col gap-x-16 gap-y-8 md:flex-row md:items-end md:justify-between">
        <div className="max-w-[36em]">
          <h2 id="invitation" className="text-(--program-deep) text-4xl md:text-title-4xl">
            {title}
          </h2>
          <p className="mt-4 md:text-xl md:leading-relaxed">{text}</p>
        </div>
        <ButtonLink to={chatLink} variant="solid" className="shrink-0 md:mb-2">
          <MessageCircle aria-hidden className="size-5" />
          {button}
        </ButtonLink>
      </div>
    </section>
  )
}
