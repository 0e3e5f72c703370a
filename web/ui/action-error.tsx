import { classNames } from '#web/lib/class-names.ts'

/** Error message for the action of a button. The element is always in the document, so that screen readers announce the message. */
export function ActionError({ message, className = 'mt-4' }: { message: string | undefined; className?: string }) {
  return (
    <p role="alert" className={classNames('font-semibold text-base text-brick empty:hidden', className)}>
      {message}
    </p>
  )
}
