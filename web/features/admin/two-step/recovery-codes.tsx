import { Button } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/form-notice.tsx'

/** Recovery codes for a lost phone. They are shown only once. */
export function RecoveryCodeList({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <section aria-labelledby="recovery-codes" className="grid max-w-md gap-4">
      <h2 id="recovery-codes" ref={focusOnMount} tabIndex={-1} className="text-2xl outline-none">
        Your recovery codes
      </h2>
      <p className="text-base">
        Two-step sign-in is on. If you lose your phone, each of these lets you in once in place of a code. Write them down or print them
        now: they are not shown again.
      </p>
      <ul className="grid gap-1 border-rule border-y py-3 tabular-nums sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code.match(/.{4}/g)?.join('-')}</code>
          </li>
        ))}
      </ul>
      <Button className="justify-self-start" onClick={onKept}>
        I have kept them
      </Button>
    </section>
  )
}
