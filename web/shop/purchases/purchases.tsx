import { useRef, useState } from 'react'
import type { Purchase } from '#contracts/shop/purchase.ts'
import { useKeepsClientId } from '#web/lib/access/use-keeps-client-id.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useRequestedCode } from '#web/lib/email-codes/requested-code.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { AskForCode, EnterCode } from '#web/ui/email-code-forms.tsx'
import { FormNotice } from '#web/ui/form-notice.tsx'
import { OpenPurchases } from './open-purchases.tsx'
import { PersonalFeed } from './personal-feed/personal-feed.tsx'
import { PurchaseList, type RenderDownload } from './purchase-list.tsx'
import { claimPurchases, fetchPurchases, requestCode } from './purchases-api.ts'

/** Purchases of this browser, and a form that adds purchases made in another browser. */
export function Purchases({ renderDownload }: { renderDownload: RenderDownload }) {
  const { value: fetched, setValue: setFetched, restart } = useFetched('', fetchPurchases)
  const { purchases, open } = typeof fetched === 'string' ? { purchases: fetched, open: [] } : fetched
  const available = typeof purchases === 'string' ? [] : purchases.filter((purchase) => purchase.available)
  const title = useRef<HTMLHeadingElement>(null)

  function show(found: Purchase[]) {
    setFetched({ purchases: found, open })
    title.current?.focus()
  }

  return (
    <div className="wrap pt-24 pb-20 md:pt-32 md:pb-28">
      <h1 className="text-headline">Your purchases</h1>
      {/* Hidden for owners before their purchases are loaded, too, so that the list does not move. */}
      {(typeof purchases === 'string' || purchases.length === 0) && (
        <p className="mt-4 max-w-[36em] text-soft in-data-owner:hidden md:text-xl">
          Already bought? Your purchases open in the browser you bought them in. On another phone or computer, find them with your email
          address.
        </p>
      )}
      {open.length > 0 && <OpenPurchases purchases={open} />}
      <div className="mt-12 grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <section aria-labelledby="in-this-browser" className="min-w-0">
          <h2 id="in-this-browser" ref={title} tabIndex={-1} className="text-title-lg outline-none">
            In this browser
          </h2>
          <PurchaseList renderDownload={renderDownload} purchases={purchases} onRetry={restart} />
        </section>
        {/* For visitors who own items, the form is invisible until the list above is complete and pushes it down. */}
        <section
          aria-labelledby="elsewhere"
          className={classNames(
            'min-w-0 lg:row-span-2 lg:border-rule lg:border-l lg:pl-12',
            purchases === 'loading' && 'in-data-owner:invisible',
          )}
        >
          <h2 id="elsewhere" className="text-title-lg">
            Bought in another browser
          </h2>
          <FindPurchases onFound={show} />
        </section>
        {/* The feed comes last, since it is loaded after the purchases and moves everything below. */}
        {typeof purchases !== 'string' && (
          <PersonalFeed
            key={available.map(({ product }) => product.id).join(' ')}
            ownsEpisodes={available.some(({ product }) => product.kind === 'podcast')}
          />
        )}
      </div>
    </div>
  )
}

const FORM = 'mt-5 grid max-w-md gap-5'

/** Form for an email address, then for the code that was sent to it. */
function FindPurchases({ onFound }: { onFound: (purchases: Purchase[]) => void }) {
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
