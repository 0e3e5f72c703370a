import Check from 'lucide-react/icons/check'
import Link2 from 'lucide-react/icons/link-2'
import { withText } from '#web/lib/contact-links.ts'
import { useCopy } from '#web/lib/use-copy.ts'

const ENTRY = 'flex min-h-11 w-full items-center gap-3 px-4 text-left text-base hover:bg-paper-2'

type Shared = { title: string; text: string; url: string }

/** Menu of ways to share a page. `onFollow` is called when the visitor follows a link to another site. */
export function ShareMenu({ id, onFollow, ...shared }: Shared & { id: string; onFollow: () => void }) {
  return (
    <ul id={id} className="mt-2 w-full min-w-56 border border-rule bg-white py-1 sm:absolute sm:z-20 sm:w-max sm:shadow-float">
      {shareLinks(shared).map(({ text, to }) => (
        <li key={text}>
          <a href={to} target="_blank" rel="noreferrer" className={ENTRY} onClick={onFollow}>
            {text}
          </a>
        </li>
      ))}
      <li>
        <CopyLink url={shared.url} />
      </li>
    </ul>
  )
}

function CopyLink({ url }: { url: string }) {
  const { state, copy } = useCopy(url)
  return (
    <>
      <button type="button" className={ENTRY} onClick={copy}>
        {state === 'copied' ? <Check aria-hidden className="size-5 text-leaf" /> : <Link2 aria-hidden className="size-5" />}
        <span aria-live="polite">{state === 'copied' ? 'Link copied' : 'Copy link'}</span>
      </button>
      {state === 'failed' && <p className="max-w-72 select-all px-4 pb-3 text-sm text-soft [overflow-wrap:anywhere]">{url}</p>}
    </>
  )
}

/** Returns links that share a page on other sites, without loading scripts of those sites. */
function shareLinks({ title, text, url }: Shared) {
  const [subject, words, link] = [title, text, url].map(encodeURIComponent)
  return [
    { text: 'WhatsApp', to: withText('https://wa.me/', `${text}\n${url}`) },
    { text: 'Facebook', to: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
    { text: 'X', to: `https://x.com/intent/post?text=${words}&url=${link}` },
    { text: 'Email', to: `mailto:?subject=${subject}&body=${encodeURIComponent(`${text}\n\n${url}`)}` },
  ]
}
