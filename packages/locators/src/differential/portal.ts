/** A supplier portal on one page: its forms, lists, tables, menus and frames. */
export const PORTAL = `
<nav aria-label="Main"><a href="#home">Home</a><a href="#orders">Orders</a><a href="#">Home page</a></nav>
<div id="pccUserMenu"><span>Ada</span><ul><li>Settings</li><li>Sign Out</li></ul></div>
<form id="login">
  <label for="user">Username*</label><input id="user" type="text" placeholder="Email address">
  <label>Password*<input type="password"></label>
  <label for="key">Request Key*" / "</label><input id="key">
  <input type="checkbox" id="terms"><label for="terms">I agree to the terms</label>
  <label>Country<select><option>Austria</option><option>Belgium</option></select></label>
  <label>Plan Type<select disabled><option>Gold</option></select></label>
  <input type="file" aria-label="Upload Document"><input type="range" aria-label="Volume">
  <button type="submit">Submit</button><button type="button" disabled>Submit later</button>
  <input type="button" value="Sign In"><input type="button" value="Sign In again">
</form>
<h1>Welcome</h1><h2>Welcome back</h2><p>Welcome back, <b>Ada</b></p>
<div role="alert">Order confirmed <i>A-17</i></div>
<div aria-label="Eligibility"><a href="#a">Authorizations</a><a href="#b">Claims</a></div>
<div aria-label="Eligibility and more"><a href="#c">Authorizations</a></div>
<div id="facSearch"><button class="pccButton">Go</button></div><button class="pccButton">Go</button>
<ul id="facList"><li><a href="#1">Oak House</a></li><li><a href="#2">Oak House Annexe</a></li><li><a href="#3">Elm</a></li></ul>
<table><thead><tr><th>Name</th><th>Amount</th></tr></thead><tbody>
  <tr class="invoiceRow"><td class="PatientNameCell">Ada</td><td>10</td><td><button>Edit</button><a href="#d1">Download</a></td></tr>
  <tr class="invoiceRow"><td class="PatientNameCell">Bob</td><td>20</td><td><button>Edit</button><a href="#d2">Download</a></td></tr>
  <tr><td>Authorization Number</td><td>AUTH-1</td></tr>
</tbody></table>
<button data-testid="login-button">Log in</button><div data-testid="loading-spinner" hidden></div>
<input class="MuiInputBase-input" data-test="one"><input class="MuiInputBase-input" data-action="submit">
<div style="display:none"><button>Hidden button</button></div>
<img alt="Company logo" title="Logo of the company"><div role="tree"><div role="treeitem" aria-expanded="true">Open</div></div>
<div aria-disabled="true"><button>Locked</button></div><div role="slider" aria-label="Zoom" tabindex="0"></div>
<section><template shadowrootmode="open"><button>In the shadow</button></template></section>
<iframe id="login-iframe" srcdoc="<button>Submit</button><p>Welcome back</p>"></iframe>`;
