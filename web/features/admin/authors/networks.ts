import type { SOCIAL_NETWORKS } from '#contracts/author.ts'

/** Names of the networks as people know them. */
export const NETWORK_NAMES: Record<(typeof SOCIAL_NETWORKS)[number], string> = {
  facebook: 'Facebook',
  twitter: 'Twitter',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
}
