/** Whether words of the page are selected. */
export const hasSelection = () => getSelection()?.isCollapsed === false
