const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

export function ListDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{format.format(new Date(iso))}</time>
}
