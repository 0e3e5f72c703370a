const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const short = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A moment in the reader's own time zone, to the second or to the minute. */
export function ExactTime({ iso, toMinute = false }: { iso: string; toMinute?: boolean }) {
  return <time dateTime={iso}>{(toMinute ? short : format).format(new Date(iso))}</time>
}
