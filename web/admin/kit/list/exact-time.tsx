import { formatMinute } from '#web/admin/kit/dates.ts'

const second = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** Time in the administrator's time zone: to the minute, or to the second with the name of the time zone. */
export function ExactTime({ iso, toMinute = false }: { iso: string; toMinute?: boolean }) {
  return <time dateTime={iso}>{toMinute ? formatMinute(iso) : second.format(new Date(iso))}</time>
}

export function ListDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{day.format(new Date(iso))}</time>
}
