/* Logos of the social networks, which icon sets no longer include. */
const MARKS = {
  facebook: {
    name: 'Facebook',
    path: 'M14 8.5h2.5V5.2C16 5.1 15 5 14 5c-2.6 0-4.2 1.5-4.2 4.3V12H7v3.6h2.8V23h3.5v-7.4h2.8l.5-3.6h-3.3V9.7c0-.8.3-1.2.7-1.2Z',
  },
  twitter: {
    name: 'X',
    path: 'M17.2 4h2.9l-6.4 7.3L21.2 21h-5.9l-4.6-6-5.3 6H2.5l6.8-7.8L2.1 4h6l4.2 5.5L17.2 4Zm-1 15.2h1.6L7.2 5.7H5.5l10.7 13.5Z',
  },
  instagram: {
    name: 'Instagram',
    path: 'M8 2.8h8A5.2 5.2 0 0 1 21.2 8v8a5.2 5.2 0 0 1-5.2 5.2H8A5.2 5.2 0 0 1 2.8 16V8A5.2 5.2 0 0 1 8 2.8Zm0 1.9A3.3 3.3 0 0 0 4.7 8v8A3.3 3.3 0 0 0 8 19.3h8a3.3 3.3 0 0 0 3.3-3.3V8A3.3 3.3 0 0 0 16 4.7H8Zm4 2.7a4.6 4.6 0 1 1 0 9.2 4.6 4.6 0 0 1 0-9.2Zm0 1.9a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4Zm4.9-3.2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2Z',
  },
  linkedin: {
    name: 'LinkedIn',
    path: 'M5.2 3.2a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM3.5 8.9h3.4V21H3.5V8.9Zm5.6 0h3.3v1.7c.5-.9 1.7-2 3.6-2 3.5 0 4.5 2.2 4.5 5.4v7h-3.4v-6.2c0-1.8-.4-3.2-2.2-3.2-1.9 0-2.4 1.4-2.4 3.1V21H9.1V8.9Z',
  },
} as const

export function SocialMark({ network }: { network: keyof typeof MARKS }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-5" fill="currentColor">
      <path d={MARKS[network].path} />
    </svg>
  )
}

/** Icons that link to social networks, for the networks with a URL. `of` names the person or organization. */
export function SocialLinks({ links, of }: { links: Partial<Record<keyof typeof MARKS, string>>; of: string }) {
  const networks = (Object.keys(MARKS) as (keyof typeof MARKS)[]).filter((network) => links[network])
  return (
    <ul className="-ml-2.5 flex flex-wrap gap-1">
      {networks.map((network) => (
        <li key={network}>
          <a
            href={links[network]}
            target="_blank"
            rel="noreferrer"
            className="grid size-11 place-items-center rounded-full text-ink transition-colors duration-150 hover:bg-ink hover:text-paper"
          >
            <SocialMark network={network} />
            <span className="sr-only">{`${of} on ${MARKS[network].name}`}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
