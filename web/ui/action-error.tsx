import { classNames } from '#web/lib/class-names.ts'

/** Error message of a button's action. The element is always in the document, so that the message is announced. */
export function ActionError({ message, className = 'mt-4' }: { message: string | undefined; className?: string }) {
  return (
    <p role="alert" className={classNames('font-semibold text-base text-brick empty:hidden', className)}>
      {message}
    </p>
  )
}
