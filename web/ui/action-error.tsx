import { classNames } from '#web/lib/class-names.ts'

/** Says why a button's action failed. Its element is always on the page, so that the message is announced. */
export function ActionError({ message, className = 'mt-4' }: { message: string | undefined; className?: string }) {
  return (
    <p role="alert" className={classNames('font-semibold text-base text-brick empty:hidden', className)}>
      {message}
    </p>
  )
}
