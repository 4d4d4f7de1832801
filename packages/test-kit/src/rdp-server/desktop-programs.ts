/**
 * The program on the remote desktop: a form whose button writes its text into the file `sent`, or a
 * terminal whose shell starts in the home directory.
 */
export type DesktopProgram = 'form' | 'terminal';

/** Returns `/etc/xrdp/startwm.sh`: the session ends with the program. */
export function startScript(program: DesktopProgram): string {
  const command =
    program === 'form'
      ? 'exec /usr/bin/wish8.6 /etc/xrdp/form.tcl'
      : 'exec /usr/bin/xterm -geometry 110x34+0+0 -fa Monospace -fs 14';
  return `#!/bin/sh\ncd "$HOME"\n${command}\n`;
}

/** A window of 900 by 600 pixels at the top left with large print. */
export const FORM_SOURCE = `
package require Tk
wm geometry . 900x600+0+0
wm title . "Order form"
font create big -family "Liberation Sans" -size 20
label .head -text "Order form" -font big
label .ask -text "Product" -font big
entry .name -font big -width 24
button .send -text "Send order" -font big -command send
button .quit -text "Leave" -font big -command exit
label .done -font big
place .head -x 40 -y 30
place .ask -x 40 -y 130
place .name -x 250 -y 130
place .send -x 250 -y 230
place .quit -x 550 -y 230
place .done -x 40 -y 380
proc send {} {
  set name [file join $::env(HOME) sent]
  set file [open $name.new w]
  fconfigure $file -encoding utf-8
  puts -nonewline $file [.name get]
  close $file
  file rename -force $name.new $name
  .done configure -text "Order received"
}
bind .name <Return> send
`;
