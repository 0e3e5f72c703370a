import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { encode } from 'uqr'
import { RecoveryCodes, TotpConfirmation, type TotpSecret } from '#contracts/admin/admin.ts'
import { post } from '#web/admin/kit/api.ts'
import { FormProblems } from '#web/admin/kit/form/form-notices.tsx'
import { useJsonForm } from '#web/admin/kit/form/use-json-form.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useSite } from '#web/lib/site.tsx'
import { useCopy } from '#web/lib/use-copy.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { focusOnMount } from '#web/ui/form-notice.tsx'

/** Step that displays the secret for the authenticator app and asks for a code. */
export function ConfirmApp({ begun: { secret, uri }, onConfirmed }: { begun: TotpSecret; onConfirmed: (codes: string[]) => void }) {
  const { field, submit, problems, busy } = useJsonForm({
    schema: TotpConfirmation,
    defaultValues: { code: '' },
    send: (confirmation) => post(RecoveryCodes, '/totp/confirm', confirmation),
    onSent: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    failed: 'Failed to turn on two-step sign-in',
  })
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-5">
      <p className="text-base">
        Scan this with an authenticator app, such as Aegis or Google Authenticator, then enter the code that it shows. You are then signed
        out everywhere else.
      </p>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <p className="text-base text-soft">
        Are you on the phone with the app?{' '}
        <a href={uri} className="text-link">
          Open the app
        </a>
        , or enter this key in it: <code className="wrap-anywhere text-ink">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CopyButton text={secret} label="Copy key" />
      <fieldset disabled={busy} className="grid min-w-0 gap-5">
        <TextField label="Code" inputMode="numeric" autoComplete="one-time-code" required {...field('code')} />
        <FormProblems messages={problems} />
      </fieldset>
      <Button type="submit" busy={busy} className="justify-self-start">
        Turn on
      </Button>
    </form>
  )
}

/** Recovery codes for administrators who lose their phone, displayed only once. */
export function RecoveryCodeList({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { brand } = useSite()
  const grouped = codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
  const text = `Recovery codes for the admin area of ${brand.name}\n\n${grouped.join('\n')}\n\nEach code signs you in once.\n`
  return (
    <section aria-labelledby="recovery-codes" className="grid max-w-md gap-4">
      <h2 id="recovery-codes" ref={focusOnMount} tabIndex={-1} className="text-2xl outline-none">
        Your recovery codes
      </h2>
      <p className="text-base">
        Two-step sign-in is on. If you lose your phone, each of these signs you in once instead of a code. Write them down, print them or
        save them now: they are not shown again. Don’t keep them on the phone with the app.
      </p>
      <ul className="grid gap-1 border-rule border-y py-3 tabular-nums sm:grid-cols-2">
        {grouped.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyButton text={text} label="Copy" />
        <Button variant="outline" size="small" onClick={() => window.print?.()}>
          <Printer aria-hidden className="size-4.5" />
          Print
        </Button>
        <Button variant="outline" size="small" onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}>
          <Download aria-hidden className="size-4.5" />
          Save
        </Button>
      </div>
      <Button className="justify-self-start print:hidden" onClick={onKept}>
        I have saved my codes
      </Button>
    </section>
  )
}

/** Button that copies a displayed text. Browsers deny clipboard access on pages without TLS, where the text has to be selected manually. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const { state, copy } = useCopy(text)
  const Icon = state === 'copied' ? Check : Copy
  return (
    <Button variant="outline" size="small" className="justify-self-start" onClick={() => void copy()}>
      <Icon aria-hidden className="size-4.5" />
      <span aria-live="polite">{state === 'copied' ? 'Copied' : state === 'failed' ? 'Select the text to copy it' : label}</span>
    </Button>
  )
}

/** QR code, rendered in the browser because the encoded text is a secret. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="w-52 max-w-full bg-white">
      <path d={dark.join('')} className="fill-ink" />
    </svg>
  )
}
