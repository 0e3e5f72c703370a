import { Callout } from '#web/ui/callout.tsx'

/** Notice that the session has ended while a process of the page goes on. Signing in in another tab signs in this one too. */
export function SignedOutNotice() {
  return (
    <Callout role="alert" className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 text-base">
      <p>Your session has ended. What is running on this page goes on, and its result stays here. To send more files, sign in.</p>
      <a href="/admin/login" target="_blank" rel="noopener" className="inline-flex min-h-11 items-center text-link">
        Sign in in another tab
      </a>
    </Callout>
  )
}
