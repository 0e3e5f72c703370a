import type { Overview } from '#contracts/overview.ts'
import { formatBytes } from '#web/lib/bytes.ts'
import { pluralize } from '#web/lib/plural.ts'
import type { Check, Finding } from './check.ts'
import { LIMIT_CHECKS } from './limit-checks.ts'
import { PAYMENT_CHECKS } from './payment-checks.ts'

const GB = 1024 ** 3

const CHECKS: Check[] = [
  ['Background work', background],
  ['Address of the site', publicUrl],
  ['Demonstration', demonstration],
  ['Contact form', contactForm],
  ['Mail', mail],
  ['Pages of books', bookPages],
  ['Light sound', lightSound],
  ...PAYMENT_CHECKS,
  ...LIMIT_CHECKS,
  ['Database', database],
]

export function listChecks(overview: Overview): (Finding & { title: string })[] {
  const found = [
    { title: 'Storage', ...storage(overview) },
    ...overview.failedJobs.map(failedJob),
    ...CHECKS.flatMap(([title, look]) => {
      const finding = look(overview)
      return finding ? [{ title, ...finding }] : []
    }),
  ]
  const order = { bad: 0, notice: 1, good: 2 }
  return [...found].sort((a, b) => order[a.state] - order[b.state])
}

function storage({ storage: { store, works, files, bytes, freeBytes, minFreeBytes } }: Overview): Finding {
  const isBucket = store === 's3'
  const taken = `${pluralize(files, 'file takes', 'files take')} ${formatBytes(bytes)}`
  const message = isBucket
    ? `${taken} in the bucket; ${formatBytes(freeBytes)} are free on the server’s disk, which files pass on their way there.`
    : `${taken}; ${formatBytes(freeBytes)} are free.`
  const enlarge = isBucket ? 'Have the disk enlarged.' : 'Have the disk enlarged, or delete what is no longer needed.'
  if (!works)
    return {
      state: 'bad',
      message: `Nothing can be stored at present. ${message}`,
      advice: isBucket
        ? 'Ask whoever runs the server to look whether the service of the bucket answers, and lets the app write there.'
        : 'Ask whoever runs the server to look whether the data folder’s disk is full or not writable.',
    }
  if (freeBytes < minFreeBytes)
    return {
      state: 'bad',
      message: `No book, episode or author can be added: ${formatBytes(minFreeBytes)} are kept free${isBucket ? '' : ' for the database'}. ${message}`,
      advice: enlarge,
    }
  if (freeBytes < 2 * Math.max(GB, minFreeBytes))
    return { state: 'bad', message, advice: `Soon no book or episode can be added. ${enlarge}` }
  if (freeBytes < 10 * GB) return { state: 'notice', message, advice: 'Have the disk enlarged before it is full.' }
  return { state: 'good', message }
}

const JOBS: Record<string, string> = {
  'media-sweep': 'Clearing away unused files',
  'upload-sweep': 'Clearing away unfinished uploads',
  'session-purge': 'Clearing away sessions that ran out',
  'payment-reconcile': 'Asking what became of payments',
  'receipt-mail': 'Sending receipts',
  'account-mail': 'Mailing administrators about changed accounts',
  'order-purge': 'Clearing away orders that nobody paid',
  'code-purge': 'Clearing away codes that ran out',
  'store-statistics': 'Storing what visitors viewed and read',
  'statistics-months': 'Summing old statistics by month',
  indexnow: 'Telling search engines of changed pages',
}

function failedJob({ name, at, reason }: Overview['failedJobs'][number]): Finding & { title: string } {
  const when = new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  return {
    title: JOBS[name] ?? name,
    state: 'bad',
    message: `Failed on ${when}, after several tries${reason ? `: ${reason}` : '.'}`,
    advice: 'It is tried again at its next time. If this stays, show these words to whoever runs the server.',
  }
}

function background({ backgroundWork, failedJobs }: Overview): Finding | undefined {
  if (backgroundWork === 'failing')
    return {
      state: 'bad',
      message: 'It does not start, and is tried again: until it runs, nothing is cleared away that is no longer needed.',
      advice: 'Ask whoever runs the server to look at what the app says about it in its log.',
    }
  if (failedJobs.length > 0) return undefined
  return { state: 'good', message: backgroundWork === 'starting' ? 'It is starting.' : 'Nothing has failed.' }
}

function publicUrl({ settings: { publicUrl: address, production } }: Overview): Finding {
  if (!address)
    return {
      state: production ? 'bad' : 'notice',
      message: 'Not set: links and previews use whatever address a visitor came by.',
      advice: 'Before visitors come, have PUBLIC_URL set to the site’s address, such as https://lectern.example.',
    }
  if (address.startsWith('https:')) return { state: 'good', message: address }
  return { state: 'notice', message: address, advice: 'Have it served over https, so that nobody on the way can read passwords.' }
}

function demonstration({ settings: { demonstration: state, production } }: Overview): Finding {
  if (state === 'loading')
    return {
      state: 'notice',
      message: 'The demonstration catalogue is being loaded.',
      advice: 'Wait a minute; its books appear as they are ready.',
    }
  if (state === 'loaded')
    return {
      state: production ? 'bad' : 'notice',
      message: 'Books, episodes and authors of the demonstration are on the site.',
      advice: 'Before visitors come, have “npm run demo:remove” run on the server. It takes away only what belongs to the demonstration.',
    }
  return { state: 'good', message: state === 'removed' ? 'Taken away.' : 'Never loaded.' }
}

function contactForm({ settings, counts }: Overview): Finding {
  if (settings.contactDelivery === 'simulate')
    return {
      state: 'notice',
      message: 'Messages are not delivered: the form only says so.',
      advice: 'To receive them here, have CONTACT_DELIVERY set to inbox.',
    }
  const unread = counts.unreadMessages ?? 0
  return { state: 'good', message: unread === 0 ? 'Every message has been read.' : `${unread} not read yet.` }
}

function mail({ mail: { kind, works }, payments: { gateways }, settings: { production } }: Overview): Finding {
  if (!works)
    return {
      state: 'bad',
      message: kind === 'smtp' ? 'The mail server takes no mail at present.' : 'Mail can’t be kept: its folder is not writable.',
      advice: 'Receipts wait until it works, codes are lost. Ask whoever runs the server to look at SMTP_URL and at the mail server.',
    }
  if (kind === 'smtp') return { state: 'good', message: 'The mail server takes mail.' }
  return {
    state: production && gateways.length > 0 ? 'bad' : 'notice',
    message: 'Nobody gets any: receipts and codes are only kept as files on the server.',
    advice: 'Before anything is sold, have SMTP_URL and MAIL_FROM set.',
  }
}

function bookPages({ bookPages: pages }: Overview): Finding | undefined {
  if (!pages) return undefined
  const { complete, waiting, failed } = pages
  const ready = `${pluralize(complete, 'book has', 'books have')} pictures and texts of all pages`
  const message = `${ready}${waiting > 0 ? `; ${waiting} are being made` : ''}.`
  if (failed === 0) return { state: 'good', message }
  return {
    state: 'notice',
    message: `${message} Of ${failed} none can be made.`,
    advice: 'Those open as the PDF itself, such as one that needs a password. Others may be damaged: publish their file anew.',
  }
}

function lightSound({ lightSound: light }: Overview): Finding | undefined {
  if (!light) return undefined
  const { done, waiting, failed, hasFfmpeg } = light
  const ready = `${pluralize(done, 'episode is', 'episodes are')} as light on the line as can be`
  if (!hasFfmpeg)
    return {
      state: 'notice',
      message: `${ready}${waiting > 0 ? `; ${waiting} have no light sound` : ''}: the program ffmpeg is missing on the server.`,
      advice: 'Have ffmpeg installed, or its place set in FFMPEG. Until then all visitors hear the whole recordings.',
    }
  const message = `${ready}${waiting > 0 ? `; of ${waiting} the light sound is being made` : ''}.`
  if (failed === 0) return { state: 'good', message }
  return {
    state: 'notice',
    message: `${message} Of ${failed} none can be made.`,
    advice: 'Those are heard as they are. They may be damaged: publish their recording anew.',
  }
}

function database({ database: { embedded, bytes, version, connections } }: Overview): Finding {
  const message = `PostgreSQL ${version.split(' ')[0]}, ${embedded ? 'run by the app itself' : 'on a server of its own'}; it takes ${formatBytes(bytes)}.`
  const { apps, needed, allowed } = connections
  if (needed > allowed)
    return {
      state: 'notice',
      message: `${message} The ${apps} apps on it may need ${needed} connections, and it allows ${allowed}.`,
      advice: 'Have whoever runs the server lower DATABASE_POOL, or raise max_connections.',
    }
  return { state: 'good', message }
}
