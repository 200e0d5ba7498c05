/** Of the elements that buttons open before the script has loaded, or by the browser itself. */
export const NAVIGATION_ID = 'navigation'
export const MEMBER_MENU_ID = 'member-menu'
