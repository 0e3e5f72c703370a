const LONGEST_LINE = 160

/** Returns the text of a shared link: the title, who made the item, and the first sentence of its description. */
export function shareText({ title, by, description = '' }: { title: string; by?: string; description?: string }): string {
  const named = by ? `“${title}” by ${by}` : title
  const [sentence = ''] = /^.*?[.!?…](?=\s|$)/su.exec(description.trim()) ?? [description.trim()]
  const line = sentence.replaceAll(/\s+/g, ' ')
  return line !== '' && line.length <= LONGEST_LINE ? `${named}: ${line}` : named
}
