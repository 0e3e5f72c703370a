import { formatMinute } from '#web/admin/kit/dates.ts'

const second = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** A time in the administrator's time zone, to the second or to the minute. */
export function ExactTime({ iso, toMinute = false }: { iso: string; toMinute?: boolean }) {
  return <time dateTime={iso}>{toMinute ? formatMinute(iso) : second.format(new Date(iso))}</time>
}

export function ListDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{day.format(new Date(iso))}</time>
}
