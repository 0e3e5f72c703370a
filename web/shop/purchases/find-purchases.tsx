import { useState } from 'react'
import type { Purchase } from '#contracts/shop/purchase.ts'
import { useKeepsClientId } from '#web/lib/access/use-keeps-client-id.ts'
import { useRequestedCode } from '#web/lib/email-codes/requested-code.ts'
import { AskForCode, EnterCode } from '#web/ui/email-code-forms.tsx'
import { FormNotice } from '#web/ui/form-notice.tsx'
import { claimPurchases, requestCode } from './purchases-api.ts'

const FORM = 'mt-5 grid max-w-md gap-5'

/** Form for an email address, then for the code that was sent to it. */
export function FindPurchases({ onFound }: { onFound: (purchases: Purchase[]) => void }) {
  const [asked, setAsked] = useRequestedCode('purchases')
  const [found, setFound] = useState<number>()
  const opens =
    useKeepsClientId() === false
      ? 'You can open them until you leave this site: this browser does not save anything for it.'
      : 'You can open them in this browser from now on.'

  if (asked) {
    const claim = async (code: string) => {
      const purchases = await claimPurchases(asked.email, code)
      setAsked(undefined)
      setFound(purchases.length)
      onFound(purchases)
    }
    return (
      <EnterCode
        asked={asked}
        label="Code"
        action="Show my purchases"
        request={requestCode}
        submit={claim}
        onAsked={setAsked}
        onOtherAddress={() => setAsked(undefined)}
        className={FORM}
      />
    )
  }
  return (
    <>
      {found !== undefined && (
        <div className="mt-5">
          <FormNotice
            notice={{
              kind: 'success',
              text: found > 0 ? `Your purchases are here. ${opens}` : 'No purchases were found for this address.',
            }}
          />
        </div>
      )}
      <AskForCode
        label="Find purchases"
        intro="Enter the email address that you used when you paid. We send you a code."
        emailLabel="Your email address"
        request={requestCode}
        onAsked={setAsked}
        className={FORM}
      >
        <noscript>
          <p className="text-soft">This form needs JavaScript. Without it, please write to us or call.</p>
        </noscript>
      </AskForCode>
    </>
  )
}
