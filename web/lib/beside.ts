/** For links to other sites: those open beside this one, so that what plays here goes on. */
export const BESIDE = { target: '_blank', rel: 'noopener' } as const
