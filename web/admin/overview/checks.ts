import type { Overview } from '#contracts/admin/overview.ts'
import { formatMinute } from '#web/admin/kit/dates.ts'
import { formatBytes } from '#web/lib/format/bytes.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { bad, type Check, type Finding, good, notice } from './check.ts'
import { PAYMENT_CHECKS } from './payment-checks.ts'

const GB = 1024 ** 3
/** Maximum age of the last backup, which allows for one failed nightly backup */
const OLD_BACKUP_MS = 2 * 86_400_000

const CHECKS: Check[] = [
  ['Background work', background],
  ['Address of the site', publicUrl],
  ['Proxy', proxy],
  ['Backup', backup],
  ['Demonstration', demonstration],
  ['Texts and settings of the site', content],
  ['Drafts of the site', drafts],
  ['Contact form', contactForm],
  ['Email', mail],
  ['Book pages', bookPages],
  ['Low-bitrate audio', lowBitrateAudio],
  ...PAYMENT_CHECKS,
  ['Unpaid orders', unpaidOrders],
  ['Messages today', messagesToday],
  ['Stored messages', storedMessages],
  ['Database', database],
  ['Version', version],
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
    ? `${taken} in the bucket; ${formatBytes(freeBytes)} are free on the server’s disk, which uploads need before they reach the bucket.`
    : `${taken}; ${formatBytes(freeBytes)} are free.`
  const enlarge = isBucket
    ? 'Ask the operator for a larger disk.'
    : 'Ask the operator for a larger disk, or delete items that are no longer needed.'
  if (!works)
    return bad(
      `No files can be saved right now. ${message}`,
      isBucket
        ? 'Ask the operator to check that the bucket is available and that the app may write to it.'
        : 'Ask the operator to check whether the data folder’s disk is full or read-only.',
    )
  if (freeBytes < minFreeBytes)
    return bad(
      `No book, episode or author can be added: ${formatBytes(minFreeBytes)} must stay free${isBucket ? '' : ' for the database'}. ${message}`,
      enlarge,
    )
  if (freeBytes < 2 * Math.max(GB, minFreeBytes)) return bad(message, `Soon no book or episode can be added. ${enlarge}`)
  if (freeBytes < 10 * GB) return notice(message, 'Ask the operator for a larger disk before this one is full.')
  return good(message)
}

const JOBS: Record<string, string> = {
  'media-sweep': 'Deleting unused files',
  'upload-sweep': 'Deleting unfinished uploads',
  'session-purge': 'Deleting expired sessions',
  'payment-reconcile': 'Checking the status of payments',
  'receipt-mail': 'Sending receipts',
  'notice-mail': 'Sending emails about orders',
  'answer-mail': 'Sending answers to messages',
  'message-mail': 'Sending notices of messages',
  'account-mail': 'Notifying administrators of account changes',
  'order-purge': 'Deleting unpaid orders',
  'code-purge': 'Deleting expired codes',
  'store-statistics': 'Saving visitor statistics',
  'statistics-months': 'Summarizing old statistics by month',
  'postgres-log-trim': 'Trimming the log of the database',
  indexnow: 'Notifying search engines of changed pages',
}

function failedJob({ name, at, reason }: Overview['failedJobs'][number]): Finding & { title: string } {
  const finding = bad(
    `Failed on ${formatMinute(at)}, after several attempts${reason ? `: ${reason}` : '.'}`,
    'It is retried at the next scheduled time. If this message stays, show it to the operator.',
  )
  return { title: JOBS[name] ?? name, ...finding }
}

function background({ backgroundWork, failedJobs }: Overview): Finding | undefined {
  if (backgroundWork === 'failing')
    return bad(
      'Background work could not start; the app keeps retrying. Until it runs, old data is not deleted.',
      'Ask the operator to look for the reason in the app’s log.',
    )
  if (failedJobs.length > 0) return undefined
  return good(backgroundWork === 'starting' ? 'It is starting.' : 'Nothing has failed.')
}

function publicUrl({ settings: { publicUrl: address, production } }: Overview): Finding {
  if (!address)
    return (production ? bad : notice)(
      'Not set: links and previews use the address that each visitor opened.',
      'Before visitors come, ask the operator to enter the site’s address in the settings, such as https://lectern.example.',
    )
  if (address.startsWith('https:')) return good(address)
  return notice(address, 'Ask the operator to serve the site over https, so that others on the network can’t read passwords.')
}

function proxy({ app }: Overview): Finding | undefined {
  if (!app.isBehindUntrustedProxy) return undefined
  return bad(
    'The proxy in front of the site is not entered in its settings, so all visitors share the limits for signing in, paying and searching.',
    'Ask the operator to enter the address of the proxy in the settings. The app’s log contains the address.',
  )
}

function backup({ backup: last, database: { embedded }, settings: { production } }: Overview): Finding {
  const advice = 'Ask the operator to set up the nightly backup, and to look for the reason in its log.'
  if (last && Date.now() - Date.parse(last.finishedAt) < OLD_BACKUP_MS)
    return good(`The last one was completed on ${formatMinute(last.finishedAt)}: ${formatBytes(last.bytes)}.`)
  // A missing or old backup is only a notice outside production, and for an external database, which may have backups of its own.
  const warn = production && embedded ? bad : notice
  return warn(last ? `The last one was completed on ${formatMinute(last.finishedAt)}.` : 'No backup has been made yet.', advice)
}

function version({ app: { version: release, commit } }: Overview): Finding {
  return good(commit ? `${release}, commit ${commit}` : release)
}

function demonstration({ settings: { demonstration: state, production } }: Overview): Finding {
  if (state === 'loading')
    return notice('The demonstration catalogue is being loaded.', 'Wait a minute. Its books appear when they are ready.')
  if (state === 'loaded')
    return (production ? bad : notice)(
      'The books, episodes and authors of the demonstration are on the site.',
      'Before visitors come, remove them. Your own items stay.',
      [{ to: '/admin/site', label: 'Remove the demonstration' }],
    )
  return good(state === 'removed' ? 'Removed.' : 'Never loaded.')
}

function content({ content: { readable, invalidSections } }: Overview): Finding {
  const links = invalidSections.map(({ name, title }) => ({ to: `/admin/site/${name}`, label: title }))
  if (!readable)
    return bad(
      'What you published could not be read. Until it can be read, pages may show the texts of a new installation.',
      'Ask the operator to look for the reason in the app’s log.',
      links,
    )
  if (invalidSections.length === 0) return good('All published sections are valid.')
  return bad(
    `${pluralize(invalidSections.length, 'published section is', 'published sections are')} not valid, so pages show the texts of a new installation instead.`,
    'Open the section, and save and publish it again, or restore an earlier version.',
    links,
  )
}

function drafts({ content: { drafts: waiting } }: Overview): Finding | undefined {
  const [oldest] = waiting
  if (!oldest) return undefined
  return notice(
    `${pluralize(waiting.length, 'section has', 'sections have')} a draft that visitors don’t see, the oldest of ${formatMinute(oldest.at)}${oldest.by ? ` by ${oldest.by}` : ''}.`,
    'Publish or discard it.',
    waiting.map(({ name, title }) => ({ to: `/admin/site/${name}`, label: title })),
  )
}

function contactForm({ settings, counts }: Overview): Finding {
  if (settings.contactDelivery === 'simulate')
    return notice(
      'Messages are not delivered, although the form says that they were sent.',
      'To receive them here, ask the operator to turn on the inbox of the contact form.',
    )
  const unread = counts.unreadMessages ?? 0
  if (unread === 0) return good('Every message has been read.')
  return good(`${unread} not read yet.`, [{ to: '/admin/messages', label: 'Messages' }])
}

const LOST = { receipt: 'Receipt', notice: 'Email to a buyer', message: 'Notice of a message', answer: 'Answer' }

function mail({ mail: { kind, works, lost }, payments: { gateways }, settings: { production } }: Overview): Finding {
  if (!works)
    return bad(
      kind === 'smtp' ? 'The mail server does not accept emails right now.' : 'Emails can’t be saved: their folder is not writable.',
      'Receipts are sent later, but codes are lost. Ask the operator to check the mail server and its settings.',
    )
  if (lost.length > 0)
    return bad(
      `${pluralize(lost.length, 'email', 'emails')} could not be delivered.`,
      'Correct the address of the order, which sends the email again, or write another way.',
      lost.map(({ about, id, at }) => ({
        to: about === 'receipt' || about === 'notice' ? `/admin/orders/${id}` : '/admin/messages',
        label: `${LOST[about]} of ${formatMinute(at)}`,
      })),
    )
  if (kind === 'smtp') return good('The mail server accepts emails.')
  return (production && gateways.length > 0 ? bad : notice)(
    'No emails are sent: receipts and codes are only saved as files on the server.',
    'Before you sell anything, ask the operator to set up a mail server.',
  )
}

function bookPages({ bookPages: pages, failedBooks }: Overview): Finding | undefined {
  if (!pages) return undefined
  const { complete, waiting, failed } = pages
  const ready = `${pluralize(complete, 'book is', 'books are')} ready`
  const message = `${ready}${waiting > 0 ? `; ${waiting} in progress` : ''}.`
  if (failed === 0) return good(message)
  return notice(
    `${message} ${failed} could not be processed.`,
    'These open as the original PDF. A PDF with a password always does; others may be damaged, so upload them again.',
    failedBooks.map(({ id, name }) => ({ to: `/admin/books/${id}/edit`, label: name })),
  )
}

function lowBitrateAudio({ lightSound: light, failedEpisodes }: Overview): Finding | undefined {
  if (!light) return undefined
  const { done, waiting, failed, hasFfmpeg } = light
  const ready = `${pluralize(done, 'episode is', 'episodes are')} ready`
  if (!hasFfmpeg)
    return notice(
      `${ready}${waiting > 0 ? `; ${waiting} waiting` : ''}. The program ffmpeg is missing on the server.`,
      'Ask the operator to install it. Until then, visitors hear new episodes in full quality only.',
    )
  const message = `${ready}${waiting > 0 ? `; ${waiting} in progress` : ''}.`
  if (failed === 0) return good(message)
  return notice(
    `${message} ${failed} could not be processed.`,
    'Visitors hear these in full quality. The recordings may be damaged: upload them again.',
    failedEpisodes.map(({ id, name }) => ({ to: `/admin/podcasts/${id}/edit`, label: name })),
  )
}

function database({ database: { embedded, bytes, version, connections } }: Overview): Finding {
  const message = `PostgreSQL ${version.split(' ')[0]}, ${embedded ? 'run by the app' : 'on its own server'}; it uses ${formatBytes(bytes)}.`
  const { apps, needed, allowed } = connections
  if (needed > allowed)
    return notice(
      `${message} The ${apps} apps may need ${needed} connections, but it allows only ${allowed}.`,
      'Ask the operator to allow more connections, or fewer for each app.',
    )
  return good(message)
}

/** Fraction of a maximum count, such as that of stored messages, from which a health check reports the count */
const WARNING_SHARE = 0.8

function limit({ count, max }: { count: number; max: number }, full: string, advice: string): Finding | undefined {
  if (count < max * WARNING_SHARE) return undefined
  const there = `There are ${count.toLocaleString('en')}`
  return count < max ? notice(`${there} of at most ${max.toLocaleString('en')}.`, advice) : bad(`${there}, ${full}`, advice)
}

function unpaidOrders({ anonymous }: Overview): Finding | undefined {
  return limit(
    anonymous.neverPaidOrders,
    'the maximum: each new one replaces the oldest.',
    'The shop keeps working. If this message stays, a robot is creating orders: ask the operator to find and block its network addresses.',
  )
}

function messagesToday({ anonymous }: Overview): Finding | undefined {
  return limit(
    anonymous.messagesToday,
    'the maximum for a day: visitors are asked to send an email instead.',
    'If people did not write them, ask the operator to find and block the network addresses that send them.',
  )
}

function storedMessages({ anonymous }: Overview): Finding | undefined {
  return limit(
    anonymous.messages,
    'the maximum: visitors are asked to send an email instead.',
    'Delete messages that are no longer needed.',
  )
}
