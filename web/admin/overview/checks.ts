import type { Overview } from '#contracts/admin/overview.ts'
import { formatMinute } from '#web/admin/kit/dates.ts'
import { formatBytes } from '#web/lib/format/bytes.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import type { Check, Finding } from './check.ts'
import { LIMIT_CHECKS } from './limit-checks.ts'
import { PAYMENT_CHECKS } from './payment-checks.ts'

const GB = 1024 ** 3
/** A nightly backup that failed once */
const OLD_BACKUP_MS = 2 * 86_400_000

const CHECKS: Check[] = [
  ['Background work', background],
  ['Address of the site', publicUrl],
  ['Proxy', proxy],
  ['Backup', backup],
  ['Demonstration', demonstration],
  ['Texts and settings of the site', content],
  ['Contact form', contactForm],
  ['Email', mail],
  ['Book pages', bookPages],
  ['Low-bitrate audio', lowBitrateAudio],
  ...PAYMENT_CHECKS,
  ...LIMIT_CHECKS,
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
    return {
      state: 'bad',
      message: `No files can be saved right now. ${message}`,
      advice: isBucket
        ? 'Ask the operator to check that the bucket is available and that the app may write to it.'
        : 'Ask the operator to check whether the data folder’s disk is full or read-only.',
    }
  if (freeBytes < minFreeBytes)
    return {
      state: 'bad',
      message: `No book, episode or author can be added: ${formatBytes(minFreeBytes)} must stay free${isBucket ? '' : ' for the database'}. ${message}`,
      advice: enlarge,
    }
  if (freeBytes < 2 * Math.max(GB, minFreeBytes))
    return { state: 'bad', message, advice: `Soon no book or episode can be added. ${enlarge}` }
  if (freeBytes < 10 * GB) return { state: 'notice', message, advice: 'Ask the operator for a larger disk before this one is full.' }
  return { state: 'good', message }
}

const JOBS: Record<string, string> = {
  'media-sweep': 'Deleting unused files',
  'upload-sweep': 'Deleting unfinished uploads',
  'session-purge': 'Deleting expired sessions',
  'payment-reconcile': 'Checking the status of payments',
  'receipt-mail': 'Sending receipts',
  'account-mail': 'Notifying administrators of account changes',
  'order-purge': 'Deleting unpaid orders',
  'code-purge': 'Deleting expired codes',
  'store-statistics': 'Saving visitor statistics',
  'statistics-months': 'Summarizing old statistics by month',
  'postgres-log-trim': 'Trimming the log of the database',
  indexnow: 'Notifying search engines of changed pages',
}

function failedJob({ name, at, reason }: Overview['failedJobs'][number]): Finding & { title: string } {
  return {
    title: JOBS[name] ?? name,
    state: 'bad',
    message: `Failed on ${formatMinute(at)}, after several attempts${reason ? `: ${reason}` : '.'}`,
    advice: 'It is retried at the next scheduled time. If this message stays, show it to the operator.',
  }
}

function background({ backgroundWork, failedJobs }: Overview): Finding | undefined {
  if (backgroundWork === 'failing')
    return {
      state: 'bad',
      message: 'Background work could not start; the app keeps retrying. Until it runs, old data is not deleted.',
      advice: 'Ask the operator to look for the reason in the app’s log.',
    }
  if (failedJobs.length > 0) return undefined
  return { state: 'good', message: backgroundWork === 'starting' ? 'It is starting.' : 'Nothing has failed.' }
}

function publicUrl({ settings: { publicUrl: address, production } }: Overview): Finding {
  if (!address)
    return {
      state: production ? 'bad' : 'notice',
      message: 'Not set: links and previews use the address that each visitor opened.',
      advice: 'Before visitors come, ask the operator to enter the site’s address in the settings, such as https://lectern.example.',
    }
  if (address.startsWith('https:')) return { state: 'good', message: address }
  return {
    state: 'notice',
    message: address,
    advice: 'Ask the operator to serve the site over https, so that others on the network can’t read passwords.',
  }
}

function proxy({ app }: Overview): Finding | undefined {
  if (!app.isBehindUntrustedProxy) return undefined
  return {
    state: 'bad',
    message:
      'The proxy in front of the site is not entered in its settings, so all visitors share the limits for signing in, paying and searching.',
    advice: 'Ask the operator to enter the address of the proxy in the settings. The app’s log contains the address.',
  }
}

function backup({ backup: last, database: { embedded }, settings: { production } }: Overview): Finding {
  const advice = 'Ask the operator to set up the nightly backup, and to look for the reason in its log.'
  if (last && Date.now() - Date.parse(last.finishedAt) < OLD_BACKUP_MS)
    return { state: 'good', message: `The last one was completed on ${formatMinute(last.finishedAt)}: ${formatBytes(last.bytes)}.` }
  // An external database and a bucket may have backups of their own.
  const state = production && embedded ? 'bad' : 'notice'
  if (last) return { state, message: `The last one was completed on ${formatMinute(last.finishedAt)}.`, advice }
  return { state, message: 'No backup has been made yet.', advice }
}

function version({ app: { version: release, commit } }: Overview): Finding {
  return { state: 'good', message: commit ? `${release}, commit ${commit}` : release }
}

function demonstration({ settings: { demonstration: state, production } }: Overview): Finding {
  if (state === 'loading')
    return {
      state: 'notice',
      message: 'The demonstration catalogue is being loaded.',
      advice: 'Wait a minute. Its books appear when they are ready.',
    }
  if (state === 'loaded')
    return {
      state: production ? 'bad' : 'notice',
      message: 'The books, episodes and authors of the demonstration are on the site.',
      advice: 'Before visitors come, remove them. Your own items stay.',
      links: [{ to: '/admin/site', label: 'Remove the demonstration' }],
    }
  return { state: 'good', message: state === 'removed' ? 'Removed.' : 'Never loaded.' }
}

function content({ content: { readable, invalidSections } }: Overview): Finding {
  const links = invalidSections.map(({ name, title }) => ({ to: `/admin/site/${name}`, label: title }))
  if (!readable)
    return {
      state: 'bad',
      message: 'What you published could not be read. Until it can be read, pages may show the texts of a new installation.',
      advice: 'Ask the operator to look for the reason in the app’s log.',
      links,
    }
  if (invalidSections.length === 0) return { state: 'good', message: 'All published sections are valid.' }
  return {
    state: 'bad',
    message: `${pluralize(invalidSections.length, 'published section is', 'published sections are')} not valid, so pages show the texts of a new installation instead.`,
    advice: 'Open the section, and save and publish it again, or restore an earlier version.',
    links,
  }
}

function contactForm({ settings, counts }: Overview): Finding {
  if (settings.contactDelivery === 'simulate')
    return {
      state: 'notice',
      message: 'Messages are not delivered, although the form says that they were sent.',
      advice: 'To receive them here, ask the operator to turn on the inbox of the contact form.',
    }
  const unread = counts.unreadMessages ?? 0
  if (unread === 0) return { state: 'good', message: 'Every message has been read.' }
  return { state: 'good', message: `${unread} not read yet.`, links: [{ to: '/admin/messages', label: 'Messages' }] }
}

function mail({ mail: { kind, works }, payments: { gateways }, settings: { production } }: Overview): Finding {
  if (!works)
    return {
      state: 'bad',
      message:
        kind === 'smtp' ? 'The mail server does not accept emails right now.' : 'Emails can’t be saved: their folder is not writable.',
      advice: 'Receipts are sent later, but codes are lost. Ask the operator to check the mail server and its settings.',
    }
  if (kind === 'smtp') return { state: 'good', message: 'The mail server accepts emails.' }
  return {
    state: production && gateways.length > 0 ? 'bad' : 'notice',
    message: 'No emails are sent: receipts and codes are only saved as files on the server.',
    advice: 'Before you sell anything, ask the operator to set up a mail server.',
  }
}

function bookPages({ bookPages: pages, failedBooks }: Overview): Finding | undefined {
  if (!pages) return undefined
  const { complete, waiting, failed } = pages
  const ready = `${pluralize(complete, 'book is', 'books are')} ready`
  const message = `${ready}${waiting > 0 ? `; ${waiting} in progress` : ''}.`
  if (failed === 0) return { state: 'good', message }
  return {
    state: 'notice',
    message: `${message} ${failed} could not be processed.`,
    advice: 'These open as the original PDF. A PDF with a password always does; others may be damaged, so upload them again.',
    links: failedBooks.map(({ id, name }) => ({ to: `/admin/books/${id}/edit`, label: name })),
  }
}

function lowBitrateAudio({ lightSound: light, failedEpisodes }: Overview): Finding | undefined {
  if (!light) return undefined
  const { done, waiting, failed, hasFfmpeg } = light
  const ready = `${pluralize(done, 'episode is', 'episodes are')} ready`
  if (!hasFfmpeg)
    return {
      state: 'notice',
      message: `${ready}${waiting > 0 ? `; ${waiting} waiting` : ''}. The program ffmpeg is missing on the server.`,
      advice: 'Ask the operator to install it. Until then, visitors hear new episodes in full quality only.',
    }
  const message = `${ready}${waiting > 0 ? `; ${waiting} in progress` : ''}.`
  if (failed === 0) return { state: 'good', message }
  return {
    state: 'notice',
    message: `${message} ${failed} could not be processed.`,
    advice: 'Visitors hear these in full quality. The recordings may be damaged: upload them again.',
    links: failedEpisodes.map(({ id, name }) => ({ to: `/admin/podcasts/${id}/edit`, label: name })),
  }
}

function database({ database: { embedded, bytes, version, connections } }: Overview): Finding {
  const message = `PostgreSQL ${version.split(' ')[0]}, ${embedded ? 'run by the app' : 'on its own server'}; it uses ${formatBytes(bytes)}.`
  const { apps, needed, allowed } = connections
  if (needed > allowed)
    return {
      state: 'notice',
      message: `${message} The ${apps} apps may need ${needed} connections, but it allows only ${allowed}.`,
      advice: 'Ask the operator to allow more connections, or fewer for each app.',
    }
  return { state: 'good', message }
}
