import { Callout } from './callout.tsx'
import { TextLink } from './text-link.tsx'

/** Notice before the payment for a book whose file is password-protected. */
export function PasswordNotice({ className }: { className?: string }) {
  return (
    <Callout as="p" className={`px-4 py-3 text-base ${className ?? ''}`}>
      A password is needed to open this book, and buying it doesn’t include one. <TextLink to="/contact">Ask us for it</TextLink> before you
      pay.
    </Callout>
  )
}
